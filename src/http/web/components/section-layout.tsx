import type { BareKey } from "../../../words/messages.ts";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../use-words.tsx";
import { Icon, type IconName } from "./icon.tsx";

/** Pages that belong together, with their names. */
export type Pages = readonly (readonly [path: string, name: BareKey, icon: IconName])[];

/** What a page of a section says about itself. */
export interface SectionPage<P extends Pages> {
  frame: Frame;
  /** The navigation entry this page belongs to. */
  path: P[number][0];
  /** The heading, if it differs from the entry. */
  title?: string;
  children?: unknown;
}

interface Props {
  frame: Frame;
  pages: Pages;
  /** The page this is, or belongs to. */
  path: string;
  /** The window's title, made from the heading. */
  title: (heading: string) => string;
  description: string;
  /** Accessible name of the navigation. */
  nav: string;
  /** If it differs from the name of the page. */
  heading?: string;
  /** The main part uses the whole width. */
  wide?: boolean;
  class?: string;
  /** What waits on each page; 100 means more than 99. */
  counts?: Readonly<Record<string, number>>;
  children?: unknown;
}

/** The same navigation on all pages of a section. */
export const SectionLayout = (props: Props) => {
  const { frame, pages, path, wide, children } = props;
  const { say } = useWords();
  const heading = props.heading ?? say(pages.find(([one]) => one === path)![1]);
  return (
    <Layout frame={frame} title={props.title(heading)} description={props.description} wide={wide}>
      <div class={["section", props.class].filter(Boolean).join(" ")}>
        <nav class="section-nav" aria-label={props.nav}>
          {pages.map(([one, name, icon]) => (
            <a href={frame.site.root + one} aria-current={one === path ? "page" : undefined}>
              <Icon name={icon} /> {say(name)} <Count count={props.counts?.[one] ?? 0} />
            </a>
          ))}
        </nav>
        <div class="section-main">
          <h1 class="title">
            <bdi>{heading}</bdi>
          </h1>
          {children}
        </div>
      </div>
    </Layout>
  );
};

const Count = ({ count }: { count: number }) =>
  count === 0 ? null : <span class="badge">{count > 99 ? "99+" : useWords().number(count)}</span>;
