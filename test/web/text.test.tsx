import { describe, expect, test } from "bun:test";
import { assert, jsonValue, property } from "fast-check";

import { callOf, curlOf } from "../../src/shared/call.ts";
import { prettyJson } from "../../src/shared/json-tokens.ts";
import { Markdown } from "../../src/http/web/components/markdown.tsx";
import { WordsProvider } from "../../src/http/web/use-words.tsx";
import { wordsIn } from "../../src/words/words.ts";

const pretty = (text: string) =>
  prettyJson(text)
    ?.map((token) => token.text)
    .join("");

describe("JSON laid out as text", () => {
  test("is what JSON.stringify would format", () => {
    assert(
      property(jsonValue(), (value) => {
        expect(pretty(JSON.stringify(value))).toBe(JSON.stringify(JSON.parse(JSON.stringify(value)), null, 2));
      }),
    );
  });

  test("keeps every digit", () => {
    expect(pretty('{"id":140737488355328123,"small":1.50,"e":-1E+5}')).toBe(
      '{\n  "id": 140737488355328123,\n  "small": 1.50,\n  "e": -1E+5\n}',
    );
  });

  test("tells names from values", () => {
    const kinds = prettyJson('{"a":"b","c":[1,null]}')!.filter(({ kind }) => kind !== "mark" && kind !== "space");
    expect(kinds.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'key "a"',
      'string "b"',
      'key "c"',
      "number 1",
      "word null",
    ]);
  });

  test("leaves anything but JSON alone", () => {
    for (const text of ["<html>", "Bad gateway", '{"a', "{'a':1}"]) expect(prettyJson(text), text).toBeUndefined();
  });
});

describe("a line for the shell", () => {
  const call = (value: string) =>
    callOf({ method: "PUT", url: "http://localhost/v1/meme/{id}/caption", needsKey: true }, [
      { name: "id", place: "path", required: true, value: "a/b?" },
      { name: "q", place: "query", required: false, value },
      { name: "none", place: "query", required: false, value: "" },
      { name: "caption", place: "form", required: true, value },
    ]);

  test("hands the shell exactly what the form would send", async () => {
    for (const value of ["plain", `it's "quoted"`, "$HOME `id` \\ !", "two\nlines", "", "ünïcode 😂", "'; exit 1; '"]) {
      const script = `curl() { printf '%s\\0' "$@"; }\nKEY=k\n${curlOf(call(value))}`;
      const words = Bun.spawnSync(["sh", "-c", script]).stdout.toString().split("\0").slice(0, -1);
      const query = value ? `?${new URLSearchParams({ q: value })}` : "";
      expect(words).toEqual([
        "-X",
        "PUT",
        "-H",
        "Authorization: k",
        "--data-urlencode",
        `caption=${value}`,
        `http://localhost/v1/meme/a%2Fb%3F/caption${query}`,
      ]);
    }
  });

  test("is short if there is little to say", () => {
    const stats = callOf({ method: "GET", url: "http://localhost/v1/openapi.json", needsKey: false }, []);
    expect(curlOf(stats)).toBe("curl http://localhost/v1/openapi.json");
  });
});

describe("the little Markdown", () => {
  const render = (text: string) =>
    String(
      <WordsProvider words={wordsIn("en")}>
        <Markdown text={text} root="/memes" />
      </WordsProvider>,
    );

  test("has paragraphs, lists and code", () => {
    expect(render("One `a < b`.\n\n- two\n- three `x`\n  goes on\n\nFour.")).toBe(
      "<p>One <code>a &lt; b</code>.</p><ul><li>two</li><li>three <code>x</code>\ngoes on</li></ul><p>Four.</p>",
    );
    expect(render("```sh\nls -l\n\ncd\n```")).toContain(">ls -l\n\ncd</code>");
  });

  test("has headings, links, emphasis, quotes and numbers", () => {
    expect(render("## Be kind\n**Really** *kind*, see [the docs](/docs).\n#### Or else")).toBe(
      `<h2>Be kind</h2><p><strong>Really</strong> <em>kind</em>, see <a href="/memes/docs">the docs</a>.</p><h4>Or else</h4>`,
    );
    expect(render("> No\n> spam\n\n3. three\n4. four\n---\nWrite to <us@example.org>.")).toBe(
      `<blockquote><p>No\nspam</p></blockquote><ol start="3"><li>three</li><li>four</li></ol><hr/><p>Write to <a href="mailto:us@example.org">us@example.org</a>.</p>`,
    );
    expect(render("Main Street 1  \n12345 Town\\\nhttps://example.org/a_b_c.")).toBe(
      `<p>Main Street 1<br/>12345 Town<br/><a href="https://example.org/a_b_c">https://example.org/a_b_c</a>.</p>`,
    );
    expect(render("snake_case_name, 2 * 3 * 4, ** no **")).toBe("<p>snake_case_name, 2 * 3 * 4, ** no **</p>");
  });

  test("leads only to pages and mailboxes", () => {
    for (const to of [
      "javascript:x",
      "JaVaScRiPt:x",
      "data:text/html,x",
      "//evil.example",
      "/\\evil.example",
      "vbscript:x",
    ])
      expect(render(`[a](${to})`), to).not.toContain("<a");
    expect(render('[a](https://e.org/"onclick=x)')).not.toContain('"onclick');
  });

  test("reads the longest page in one go, whatever is in it", () => {
    for (const mark of ["[", "*", "**", "_", "`", "<", "![](", "> ", "- ", "https://", "a@", "#", "\n"])
      expect(render(mark.repeat(40_000 / mark.length)).length, mark).toBeGreaterThan(-1);
  });

  test("treats everything else as text", () => {
    expect(render(`<script>x</script> [a](javascript:b) & "c"`)).toBe(
      "<p>&lt;script&gt;x&lt;/script&gt; [a](javascript:b) &amp; &quot;c&quot;</p>",
    );
  });
});
