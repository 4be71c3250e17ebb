import { createTexts } from '../create-texts.ts'
import { formatNumber } from '../locale.ts'
import { messages, sources } from './messages/en.ts?translations'

// The server and the schemas of the contracts write English. Their texts are found here by what they say, as in gettext: a code
// stands for several texts, and a text that is not known yet is shown as it is.

type Source = { key: string; pattern: RegExp; names: string[] }

const argument = /\{(\w+)\}/

/** The English messages with arguments. Empty in English. */
const withArguments: Source[] = Object.entries(sources)
  .filter(([, source]) => argument.test(source))
  .map(([key, source]) => {
    const parts = source.split(argument)
    const pattern = parts.map((part, index) => (index % 2 === 1 ? '(.+)' : escapeForPattern(part))).join('')
    return {
      key,
      pattern: new RegExp(`^${pattern}$`, 's'),
      names: parts.filter((_, index) => index % 2 === 1),
    }
  })

const keys = new Map(Object.entries(sources).map(([key, source]) => [source, key]))

// Safe: the arguments are those of the message.
const text = createTexts(messages) as unknown as (key: string, values?: object) => string

/** Returns a text of the server or of the contracts in the language of this page; the text itself if it is not known. */
export function serverText(message: string): string {
  const key = keys.get(message)
  if (key !== undefined) return text(key)
  for (const { key, pattern, names } of withArguments) {
    const found = pattern.exec(message)
    if (found)
      return text(
        key,
        Object.fromEntries(names.map((name, index) => [name, localized(found[index + 1] ?? '')])),
      )
  }
  return message
}

/** Numbers have other separators in other languages. */
const localized = (value: string): string =>
  /^\d[\d,]*$/.test(value) ? formatNumber(Number(value.replaceAll(',', ''))) : value

function escapeForPattern(part: string): string {
  return part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
}
