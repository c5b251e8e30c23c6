import { expect, test } from "bun:test";

import { Desk } from "../../src/http/desk.ts";
import { copy, Late, Repeated, Shape, SLACK, template, type LateValue } from "../../src/http/shape.ts";

interface Person {
  name: string;
  born: number;
}

const desk = new Desk();
const AGE = new Late(0);
const name = (person: Person) => JSON.stringify(person.name);
const inner = template<Person>`"born":${({ born }) => born},"again":${name}`;
const shape = new Shape(template<Person>`{"site":"${"https://example.org"}","name":${name},"age":${AGE},${inner}}`);

const finish = (person: Person, age: LateValue, start = 0) => {
  const draft = new Uint8Array(2000);
  shape.draft(person, draft, start);
  return Buffer.from(shape.finish(new DataView(draft.buffer), start, [age], desk)).toString();
};

function inBytes(text: string): LateValue {
  const padded = new Uint8Array(text.length + SLACK);
  const { written } = new TextEncoder().encodeInto(text, padded);
  const view = new DataView(padded.buffer);
  return { measure: () => written, write: (on, at) => copy(view, 0, written, on.view, at) };
}

test("a finished draft is the JSON that was written", () => {
  for (const person of [
    { name: "Ada", born: 1815.5 },
    { name: 'Zoë "🏳️‍🌈" \\ Я', born: -1 },
    { name: "", born: 0 },
    // Around the length that needs another byte.
    ...[252, 253, 254, 400].map((length) => ({ name: "x".repeat(length), born: 1 })),
    ...[84, 126, 127, 200].map((length) => ({ name: "é".repeat(length), born: 1 })),
  ]) {
    const text = `{"site":"https://example.org","name":${name(person)},"age":"36 years","born":${person.born},"again":${name(person)}}`;
    expect(shape.text(person, ['"36 years"'])).toBe(text);
    expect(finish(person, '"36 years"')).toBe(text);
    expect(finish(person, inBytes('"36 years"'), 100)).toBe(text);
  }
});

test("a draft may be part of another one", () => {
  const [ada, zoe] = [
    { name: "Ada", born: 1815 },
    { name: "Zoë", born: 3 },
  ];
  const letter = new Shape(template<Person>`{"to":${name},"from":${AGE},"cc":[${AGE}]}`);
  const [outer, inside] = [new Uint8Array(1000), new Uint8Array(1000)];
  letter.draft(ada, outer, 0);
  shape.draft(zoe, inside, 7);
  const view = new DataView(inside.buffer);
  const from: LateValue = {
    measure: () => shape.measure(view, 7, ["1"]),
    write: (on, at) => shape.write(view, ["1"], on, at),
  };
  const finished = Buffer.from(letter.finish(new DataView(outer.buffer), 0, [from], desk)).toString();
  expect(finished).toBe(`{"to":"Ada","from":${shape.text(zoe, ["1"])},"cc":[${shape.text(zoe, ["1"])}]}`);
});

test("a repeated part is put together once and copied", () => {
  const part = new Repeated(template<Person>`<${name}|${AGE}>`);
  const repeating = new Shape(template<Person>`[${part},1,${part},${({ born }) => born},${part}]`);
  const draft = new Uint8Array(1000);
  for (const person of [
    { name: "Ada", born: 1815 },
    { name: "Zoë", born: 3 },
  ]) {
    const once = `<${name(person)}|36>`;
    repeating.draft(person, draft, 0);
    const finished = repeating.finish(new DataView(draft.buffer), 0, ["36"], desk);
    expect(Buffer.from(finished).toString()).toBe(`[${once},1,${once},${person.born},${once}]`);
    expect(repeating.text(person, ["36"])).toBe(Buffer.from(finished).toString());
  }
});

test("each takes the place of the one before, however long it is", () => {
  const [before, count] = [finish({ name: "Ada", born: 1 }, "1"), desk.count];
  for (const length of [300_000, 10, 5000]) {
    const age = "x".repeat(length);
    expect(JSON.parse(finish({ name: "Zoë", born: 1 }, `"${age}"`)).age).toBe(age);
  }
  expect(finish({ name: "Ada", born: 1 }, "1")).toBe(before);
  expect(desk.count).toBe(count + 4);
});

test("a field that is named twice is stored once", () => {
  const draft = new Uint8Array(1000);
  expect(shape.draft({ name: "x".repeat(50), born: 1 }, draft, 0)).toBe(1 + 52 + 1 + 1);
});

test("what does not fit is refused rather than cut off", () => {
  expect(() => shape.draft({ name: "é".repeat(1000), born: 1 }, new Uint8Array(1000), 0)).toThrow(RangeError);
});
