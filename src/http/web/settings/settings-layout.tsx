import { SectionLayout, type Pages, type SectionPage } from "../components/section-layout.tsx";
import { useWords } from "../use-words.tsx";

const SERVICES = "/settings/integrations";
const WEBHOOKS = "/settings/webhooks";

const PAGES = [
  ["/settings", "settings.profile", "person"],
  ["/settings/account", "settings.account", "lock"],
  ["/settings/passkeys", "passkeys.title", "passkey"],
  [SERVICES, "integrations.title", "link"],
  ["/settings/notifications", "notifications.title", "bell"],
  ["/settings/seeing", "seeing.title", "show"],
  ["/settings/keys", "settings.keys", "key"],
  [WEBHOOKS, "webhooks.title", "bolt"],
  ["/settings/pro", "pro.title", "star"],
] as const satisfies Pages;

export const SettingsLayout = ({ title, ...props }: SectionPage<typeof PAGES>) => {
  const { say } = useWords();
  const { services, webhooks } = props.frame.site;
  // What the site doesn't offer is only for those who have it from before.
  const isOffered = (path: string) => (path === SERVICES ? services.length > 0 : path !== WEBHOOKS || webhooks);
  const isShown = (path: string) => path === props.path || isOffered(path);
  return (
    <SectionLayout
      {...props}
      heading={title}
      pages={PAGES.filter(([path]) => isShown(path))}
      title={(page) => say("settings.page-title", { page })}
      description={say("settings.description")}
      nav={say("settings.nav")}
    />
  );
};

interface SectionProps {
  id: string;
  title: string;
  lead?: unknown;
  children?: unknown;
}

export const SettingsSection = ({ id, title, lead, children }: SectionProps) => (
  <section class="section-part" aria-labelledby={`${id}-title`} id={id}>
    <h2 id={`${id}-title`}>{title}</h2>
    {lead !== undefined && <p class="soft">{lead}</p>}
    {children}
  </section>
);
