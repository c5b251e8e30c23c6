const SHOWN_MS = 4000;

/** One line, visible and announced, that disappears by itself. */
export function sayLine(text: string) {
  const line = document.querySelector<HTMLElement>(".say") ?? document.body.appendChild(document.createElement("p"));
  line.className = "say";
  line.setAttribute("role", "status");
  line.textContent = text;
  setTimeout(() => line.remove(), SHOWN_MS);
}
