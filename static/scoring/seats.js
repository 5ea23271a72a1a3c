// The four seats of a table and the two sides of a game; seats in playing order, counter-clockwise (A5, A6).
export const SEATS = ["A1", "B1", "A2", "B2"];
export const SIDES = ["A", "B"];

const AFTER = { A1: "B1", B1: "A2", A2: "B2", B2: "A1" };
const OPPOSITE = { A1: "A2", B1: "B2", A2: "A1", B2: "B1" };

export const nextSeat = (seat) => AFTER[seat];
export const partnerOf = (seat) => OPPOSITE[seat];
export const sideOf = (seat) => seat[0];
export const otherSide = (side) => (side === "A" ? "B" : "A");
export const seatsOf = (side) => [`${side}1`, `${side}2`];
