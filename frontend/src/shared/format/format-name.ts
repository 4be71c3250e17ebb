// Names of people and projects as screens show them: without the marks that would leave their line. And the site of an address.

import type { Named } from '@thirty/contracts/accounts/stand-ins.ts'

/**
 * Marks above and below one letter that would leave its line: no language writes more than three marks that all scripts share, nor more
 * than six of its own.
 */
const tooMany = /(?<=\p{M}{6})\p{M}+/gu
const tooManyShared = /(?<=(?:(?=\p{sc=Zinh})\p{M}){3})(?:(?=\p{sc=Zinh})\p{M})+/gu

/** Returns the name of a project, or a line with one, as a page shows it: stacked marks keep their line. */
export const formatProjectName = (name: string): string =>
  name.replaceAll(tooMany, '').replaceAll(tooManyShared, '')

/** Returns the name of a person as a page shows it. */
export const formatName = (name: string): string => formatProjectName(name)

/** Returns the first word of a name, or all words that stand for somebody without an account. */
export function formatFirstName(person: Named): string {
  const [field, name] = 'name' in person ? ['name', person.name] : ['fullName', person.fullName]
  const isStandIn = person.nameCodes?.[field] !== undefined
  return formatName(isStandIn ? name : (name.trim().split(/\s+/u)[0] ?? name))
}

/** Returns the host of a web address without `www.`, such as "developer.mozilla.org". Throws if it is not an address. */
export const formatSite = (url: string): string => new URL(url).hostname.replace(/^www\./, '')
