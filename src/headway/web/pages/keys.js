// Keys that are pressed on the page as a whole.

// Is the key for a field, or for the browser?
export const isTyping = ({ target, ctrlKey, altKey, metaKey }) =>
  ctrlKey || altKey || metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
