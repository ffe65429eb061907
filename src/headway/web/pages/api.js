// Requests to the HTTP API.

export async function request(path, options) {
  const answer = await fetch(path, options);
  const body = answer.headers.get("content-type")?.includes("json") ? await answer.json() : await answer.text();
  if (!answer.ok) throw Object.assign(new Error(body.message || answer.statusText), { name: body.error || "Error" });
  return body;
}

export const post = (path, body, options = {}) => {
  const content = { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return request(path, { method: "POST", ...content, ...options });
};

// Sends a file as it is.
export const postFile = (path, file) =>
  request(path, { method: "POST", headers: { "content-type": "text/plain" }, body: file });

// The address of one game at a table, by its number: of what the server knows of it, and of its page.
export const gameAddress = (table, number) => `/api/tables/${table}/games/${number}`;
export const gamePage = (table, number) => `/t/${table}/games/${number}`;
