// Were the dice what was promised? The same arithmetic as headway verify, in the browser.
import { fetched } from "./dom.js";

const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
const hexed = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export async function checkDice(table, promised) {
  if (!globalThis.crypto?.subtle) return "This page cannot check the dice over plain http; download the record and use headway verify.";
  const { seed, rolls } = await fetched(`/api/tables/${table}/dice`);
  if (hexed(await crypto.subtle.digest("SHA-256", bytes(seed))) !== promised) return "The seed is NOT the one that was promised before the game.";
  const key = await crypto.subtle.importKey("raw", bytes(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  for (const { ply, faces, rolled } of rolls) {
    if ((await face(key, ply, faces)) !== rolled) return `The roll at move ${ply + 1} is NOT the one that the seed gives.`;
  }
  return `Checked: the seed is the one that was promised before the game, and all ${rolls.length} rolls follow from it.`;
}

async function face(key, ply, faces) {
  const total = BigInt(faces.reduce((sum, [, weight]) => sum + weight, 0));
  const numbers = 1n << 64n;
  for (let attempt = 0; ; attempt++) {
    const digest = hexed(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`${ply}/${attempt}`)));
    let number = BigInt(`0x${digest.slice(0, 16)}`);
    if (number >= numbers - (numbers % total)) continue;
    number %= total;
    for (const [token, weight] of faces) {
      if (number < BigInt(weight)) return token;
      number -= BigInt(weight);
    }
  }
}
