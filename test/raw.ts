import { connect } from "node:net";

/** Sends exactly these bytes, which a well-behaved client would correct. Returns everything that comes back. */
export function raw(origin: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => socket.write(text, "latin1"));
    let answer = "";
    socket.on("data", (data) => (answer += data.toString()));
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}
