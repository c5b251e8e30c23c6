import { count, number, say } from "./words.ts";

/** Follows and unfollows without leaving the page. */
export class FollowButton extends HTMLElement {
  connectedCallback() {
    const form = this.querySelector("form");
    form?.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#send(form);
    });
  }

  async #send(form: HTMLFormElement) {
    const button = form.querySelector("button")!;
    if (button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-disabled", "true");
    try {
      const headers = { Accept: "application/json" };
      const response = await fetch(form.action, { method: "POST", headers, body: new URLSearchParams() });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const answer = (await response.json()) as Answer;
      for (const one of document.querySelectorAll<FollowButton>("follow-button"))
        if (one.dataset.path === this.dataset.path) one.show(answer);
      this.#announce(form, answer);
    } catch {
      // The plain form does the same, or says why not.
      form.submit();
    } finally {
      button.removeAttribute("aria-disabled");
    }
  }

  /** On every card of the same person, too. */
  show({ following }: Answer) {
    const form = this.querySelector("form")!;
    form.action = `${this.dataset.path}/${following ? "unfollow" : "follow"}`;
    const button = form.querySelector("button")!;
    const word = button.querySelector("[data-word]") ?? button;
    word.textContent = say(following ? "browser.unfollow" : "browser.follow");
    if (button.classList.contains("button")) button.classList.toggle("button-quiet", following);
  }

  #announce(form: HTMLFormElement, { following, followers }: Answer) {
    const what = this.dataset.of === "tag" ? "-tag" : "";
    form.querySelector("[role=status]")!.textContent = say(`browser.${following ? "" : "not-"}following${what}`);
    const place = document.querySelector("[data-followers]");
    if (!place) return;
    place.textContent = number(followers);
    place.parentElement!.querySelector("dt")!.textContent = count("browser.followers", followers);
  }
}

interface Answer {
  following: boolean;
  followers: number;
}
