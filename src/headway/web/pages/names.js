// What the seats are called.
export const seatName = { P1: "Player 1", P2: "Player 2" };

// A seat by the name of its player, if there is one; `names` are by seat.
export const nameOf = (seat, names) => names?.[seat === "P1" ? 0 : 1] || seatName[seat];
