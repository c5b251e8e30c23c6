import { expect, test } from "bun:test";

import { Late, Shape, template } from "../../src/http/shape.ts";

interface Person {
  name: string;
  born: number;
}

const AGE = new Late(0);
const name = (person: Person) => JSON.stringify(person.name);
const inner = template<Person>`"born":${({ born }) => born},"again":${name}`;
const shape = new Shape(template<Person>`{"site":"${"https://example.org"}","name":${name},"age":${AGE},${inner}}`);

const finish = (person: Person, age: string | Uint8Array<ArrayBuffer>, start = 0) => {
  const draft = new Uint8Array(2000);
  shape.draft(person, draft, start);
  return Buffer.from(shape.finish(draft, start, [age])).toString();
};

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
    expect(finish(person, new TextEncoder().encode('"36 years"'), 100)).toBe(text);
  }
});

test("a field that is named twice is stored once", () => {
  const draft = new Uint8Array(1000);
  expect(shape.draft({ name: "x".repeat(50), born: 1 }, draft, 0)).toBe(1 + 52 + 1 + 1);
});

test("what does not fit is refused rather than cut off", () => {
  expect(() => shape.draft({ name: "é".repeat(1000), born: 1 }, new Uint8Array(1000), 0)).toThrow(RangeError);
  expect(() => finish({ name: "", born: 1 }, "x".repeat(300_000))).toThrow(RangeError);
});
