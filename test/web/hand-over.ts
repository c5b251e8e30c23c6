import type { Page } from "playwright-core";

interface Handed {
  name: string;
  type: string;
  bytes: Uint8Array;
  /** Copied together with the file. */
  text?: string;
  /** Where it arrives; the body if left out. */
  on?: string;
}

/** The way a browser delivers dropped or pasted files. Returns whether the page took it. */
export const handOver = (page: Page, event: "drop" | "paste", { name, type, bytes, text, on = "body" }: Handed) =>
  page.evaluate(
    ([kind, fileName, fileType, content, words, selector]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(content)], fileName, { type: fileType }));
      if (words !== undefined) data.setData("text/plain", words);
      const init = { bubbles: true, cancelable: true };
      return !document
        .querySelector(selector)!
        .dispatchEvent(
          kind === "drop"
            ? new DragEvent("drop", { ...init, dataTransfer: data })
            : new ClipboardEvent("paste", { ...init, clipboardData: data }),
        );
    },
    [event, name, type, [...bytes], text, on] as const,
  );
