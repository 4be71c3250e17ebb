import { username } from '@thirty/contracts/api/accounts/accounts.ts'
import { isReservedUsername } from '@thirty/contracts/rules/text/reserved-usernames.ts'

const maxLength = 30
/** How many people with one name get a username that is made from it. */
const maxSuggestions = 50

/** Letters that have no decomposition into a letter of ASCII and a mark, or are usually written in another way. */
const spellings: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  å: 'a',
  ł: 'l',
  đ: 'd',
  ı: 'i',
}

/**
 * Yields valid usernames that are made from a full name, the best first: `maya_lindgren`, `maya_lindgren_2`. Yields none for a name
 * with too few letters that can be written in ASCII.
 */
export function* suggestUsernames(fullName: string): Generator<string> {
  const base = fullName
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/\P{ASCII}/gu, (letter) => spellings[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
  for (let number = 1; number <= maxSuggestions; number += 1) {
    const suffix = number === 1 ? '' : `_${number}`
    const suggestion = base.slice(0, maxLength - suffix.length).replace(/_$/, '') + suffix
    if (base.length >= 3 && username.safeParse(suggestion).success && !isReservedUsername(suggestion))
      yield suggestion
  }
}
