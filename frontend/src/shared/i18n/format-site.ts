/** Returns the host of a web address without `www.`, such as "developer.mozilla.org". Throws if it is not an address. */
export const formatSite = (url: string): string => new URL(url).hostname.replace(/^www\./, '')
