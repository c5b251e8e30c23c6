/** Where somebody's page is, below the site's root. A name needs no escaping. */
export const profilePath = ({ username }: { username: string }) => `/@${username}`;
