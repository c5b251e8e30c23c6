import type { Page } from "playwright-core";

/**
 * Every text with less contrast than WCAG AA requires for small text. Stricter than axe's rule: it also measures large
 * texts, disabled controls and placeholders, and decides on every text, where axe leaves one in ten open.
 */
export function faintTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Colour = [red: number, green: number, blue: number, alpha: number];
    const WHITE: Colour = [255, 255, 255, 1];
    const pixel = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })!;
    const colours = new Map<string, Colour>();
    const readColour = (text: string): Colour => {
      pixel.clearRect(0, 0, 1, 1);
      pixel.fillStyle = text;
      pixel.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = pixel.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha / 255];
    };
    const colourOf = (text: string) => colours.get(text) ?? colours.set(text, readColour(text)).get(text)!;
    const mix = (below: Colour, above: Colour, share: number) =>
      below.map((value, i) => value * (1 - share) + above[i]! * share) as Colour;
    const over = (below: Colour, above: Colour) => mix(below, above, above[3]);
    const luminance = (colour: Colour) => {
      const [red, green, blue] = colour.map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
    };

    interface Layer {
      background: Colour;
      opacity: number;
    }
    const NONE: Layer[] = [];
    const stacks = new Map<Element, Layer[]>();
    const readStack = (element: Element): Layer[] => {
      const below = stackOf(element.parentElement);
      const style = getComputedStyle(element);
      const layer = { background: colourOf(style.backgroundColor), opacity: Number(style.opacity) };
      return layer.opacity === 1 && layer.background[3] === 0 ? below : [...below, layer];
    };
    /** The layers below a text, outermost first. The same array for all texts on the same layers. */
    const stackOf = (element: Element | null): Layer[] =>
      element ? (stacks.get(element) ?? stacks.set(element, readStack(element)).get(element)!) : NONE;
    /** The colour on the screen: the stacked layers with the text on top. */
    const shown = ([layer, ...inner]: Layer[], below: Colour, text?: Colour): Colour => {
      if (!layer) return text ? over(below, text) : below;
      return mix(below, shown(inner, over(below, layer.background), text), layer.opacity);
    };
    const measure = (below: Layer[], colour: string) => {
      const [one, two] = [luminance(shown(below, WHITE)), luminance(shown(below, WHITE, colourOf(colour)))];
      return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    };
    const measured = new Map<Layer[], Map<string, number>>();
    const contrastOf = (below: Layer[], colour: string) => {
      const known = measured.get(below) ?? measured.set(below, new Map()).get(below)!;
      return known.get(colour) ?? known.set(colour, measure(below, colour)).get(colour)!;
    };

    const hasText = (element: Element) =>
      element.matches("select, textarea, input:not([type=checkbox], [type=radio], [type=range], [type=color])") ||
      [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue!.trim() !== "");
    /** The colours of everything that can be read or typed in an element. */
    const textColours = (element: HTMLElement) => {
      const styles = hasText(element) ? [getComputedStyle(element)] : [];
      if ("placeholder" in element && element.placeholder) styles.push(getComputedStyle(element, "::placeholder"));
      return styles.map(({ color }) => color);
    };

    const faint: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      if (!element.checkVisibility({ opacityProperty: true })) continue;
      for (const colour of textColours(element)) {
        const contrast = contrastOf(stackOf(element), colour);
        if (contrast < 4.5) faint.push(`${contrast.toFixed(2)} ${element.outerHTML.slice(0, 80)}`);
      }
    }
    return faint;
  });
}
