// What the seats and the computer players are called.
export const seatName = { P1: "Player 1", P2: "Player 2" };
export const computerName = (player) => (/^\d$/.test(player) ? `level ${player}` : player);
