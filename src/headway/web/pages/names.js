// What the seats are called.
export const seatName = { P1: "Player 1", P2: "Player 2" };
