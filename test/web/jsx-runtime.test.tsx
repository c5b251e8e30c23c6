import { describe, expect, test } from "bun:test";

import { constant, Context, render } from "../../src/http/web/jsx-runtime.ts";

const NASTY = `<script>"&'</script>`;
const SAFE = "&lt;script&gt;&quot;&amp;&#x27;&lt;/script&gt;";

describe("JSX", () => {
  test("escapes text and attributes, wherever they come from", () => {
    const Echo = ({ text, children }: { text: string; children?: unknown }) => (
      <p title={text} {...{ lang: text }}>
        {text}
        {children}
      </p>
    );
    expect(render(<Echo text={NASTY}>{[NASTY, [NASTY]]}</Echo>)).toBe(
      `<p title="${SAFE}" lang="${SAFE}">${SAFE}${SAFE}${SAFE}</p>`,
    );
    const Plain = () => NASTY;
    expect(render(<Plain />)).toBe(SAFE);
  });

  test("does not escape twice what it has rendered", () => {
    const kept = constant(<b>{NASTY}</b>);
    expect(render(<i>{kept}</i>)).toBe(`<i><b>${SAFE}</b></i>`);
  });

  test("shows numbers, and nothing for what is absent", () => {
    expect(
      render(
        <p class={undefined} id={null}>
          {0}
          {false}
          {true}
          {null}
          {undefined}
          <>{1.5}</>
        </p>,
      ),
    ).toBe("<p>01.5</p>");
  });

  test("writes attributes that are there or not, and those that say true or false", () => {
    expect(render(<input hidden required={false} aria-invalid={false} data-x width={0} />)).toBe(
      '<input hidden="" aria-invalid="false" data-x="true" width="0"/>',
    );
    expect(render(<textarea />)).toBe("<textarea></textarea>");
  });

  test("refuses what would show as [object Object]", () => {
    for (const value of [{}, Promise.resolve(""), new Date(), () => ""]) {
      expect(() => render(<p>{value}</p>)).toThrow(TypeError);
      expect(() => render(<p title={value} />)).toThrow(TypeError);
    }
  });

  test("passes a context to everything inside, and to nothing else", () => {
    const color = new Context("red");
    const Show = () => color.use();
    const Blue = ({ children }: { children?: unknown }) => color.provide("blue", children);
    const Broken = () => {
      throw new Error("broken");
    };
    expect(render([<Show />, <Blue children={<Show />} />, <Show />])).toBe("redbluered");
    expect(() => render(<Blue children={<Broken />} />)).toThrow("broken");
    expect(render(<Show />)).toBe("red");
  });
});
