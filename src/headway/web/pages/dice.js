// Checks the dice of a finished game in the browser, with the same arithmetic as headway verify.
import { request } from "./api.js";
import { DiceNotes } from "./dice_notes.js";

const NUMBERS = 1n << 64n;
const fromHex = (hex) => Uint8Array.from(hex.match(/../g), (pair) => Number.parseInt(pair, 16));
const toHex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// Compares the game with what this browser has kept of it. A browser that has kept nothing, such as a spectator's, can
// only compare with `commitment`, which the server names now.
export async function checkDice(address, commitment) {
  if (!globalThis.crypto?.subtle) {
    return "This page cannot check the dice over plain http; download the record and use headway verify.";
  }
  const { seed, moves, rolls, verdicts } = await request(`${address}/dice`);
  const { kept } = new DiceNotes(address);
  if (toHex(await crypto.subtle.digest("SHA-256", fromHex(seed))) !== (kept?.commitment || commitment)) {
    return verdicts.wrong_seed;
  }
  const at = (sentence, ply) => sentence.replace("{ply}", ply + 1);
  for (const [ply, move] of Object.entries(kept?.moves || {})) {
    if (moves[ply] !== move) return at(verdicts.wrong_move, Number(ply));
  }
  const key = await crypto.subtle.importKey("raw", fromHex(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const sent = kept?.seeds || {};
  for (const { ply, faces, rolled, client_seed } of rolls) {
    if (sent[ply] && sent[ply] !== client_seed) return at(verdicts.wrong_client_seed, ply);
    const isRight = rolled === moves[ply] && (await roll(key, ply, client_seed, faces)) === rolled;
    if (!isRight) return at(verdicts.wrong_roll, ply);
  }
  return kept ? verdicts.right : `${verdicts.right} ${verdicts.nothing_kept}`;
}

async function roll(key, ply, clientSeed, faces) {
  const total = BigInt(faces.reduce((sum, [, weight]) => sum + weight, 0));
  let number = await numberBelow(total, key, ply, clientSeed);
  for (const [token, weight] of faces) {
    if (number < BigInt(weight)) return token;
    number -= BigInt(weight);
  }
  return null;
}

// A number in the last, incomplete multiple of the total is rejected, so that no face is favoured.
async function numberBelow(total, key, ply, clientSeed) {
  const added = clientSeed ? `/${clientSeed}` : "";
  for (let attempt = 0; ; attempt++) {
    const digest = toHex(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`${ply}/${attempt}${added}`)));
    const number = BigInt(`0x${digest.slice(0, 16)}`);
    if (number < NUMBERS - (NUMBERS % total)) return number % total;
  }
}
