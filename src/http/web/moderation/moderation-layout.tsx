import { SectionLayout, type Pages, type SectionPage } from "../components/section-layout.tsx";
import { useWords } from "../use-words.tsx";

const PAGES = [
  ["/moderation", "moderation.reports", "flag"],
  ["/moderation/waiting", "moderation.waiting", "clock"],
  ["/moderation/hidden", "moderation.hidden-short", "hide"],
  ["/moderation/pictures", "moderation.pictures", "picture"],
  ["/moderation/templates", "templates.queue", "copy"],
  ["/moderation/people", "moderation.people", "person"],
  ["/moderation/log", "moderation.log", "list"],
] as const satisfies Pages;

export const ModerationLayout = ({ title, ...props }: SectionPage<typeof PAGES>) => {
  const { say } = useWords();
  return (
    <SectionLayout
      {...props}
      pages={PAGES}
      heading={title}
      title={(page) => say("moderation.title", { page })}
      description={say("moderation.description")}
      nav={say("moderation.nav")}
      class="moderation"
      counts={{ "/moderation": props.frame.openReports, "/moderation/templates": props.frame.proposals }}
      wide
    />
  );
};
