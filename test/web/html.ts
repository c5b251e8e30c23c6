/** The page as HTML, with apostrophes as people read them. */
export const htmlOf = async (response: Response) => (await response.text()).replaceAll("&#x27;", "'");
