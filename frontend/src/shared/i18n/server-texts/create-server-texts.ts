import { createTexts } from '../create-texts.ts'
import { formatNumber } from '../locale.ts'
import { valuesBetween } from './values-between.ts'

// The server and the schemas of the contracts write English. Their texts are found here by what they say, as in gettext: a code
// stands for several texts, and a text that is not known yet is shown as it is.

type Messages = Readonly<Record<string, string>>
type Source = { key: string; fixed: string[]; names: string[] }

const argument = /\{(\w+)\}/

/**
 * Returns the function that gives texts of the server in the language of this page, and a text itself if it is not known.
 * `messages` and `sources` come from an import with `?translations`; both are empty on English pages.
 */
export function createServerTexts(messages: Messages, sources: Messages): (message: string) => string {
  const keys = new Map(Object.entries(sources).map(([key, source]) => [source, key]))
  const withArguments: Source[] = Object.entries(sources)
    .filter(([, source]) => argument.test(source))
    .map(([key, source]) => {
      const parts = source.split(argument)
      return {
        key,
        fixed: parts.filter((_, index) => index % 2 === 0),
        names: parts.filter((_, index) => index % 2 === 1),
      }
    })
  // Safe: the arguments belong to the message.
  const text = createTexts(messages) as unknown as (key: string, values?: object) => string

  const translate = (message: string): string => {
    const key = keys.get(message)
    if (key !== undefined) return text(key)
    for (const { key, fixed, names } of withArguments) {
      const found = valuesBetween(fixed, message, 'first')
      if (!found) continue
      const valueOf = (index: number) => localized(found[index] ?? '', translate)
      return text(key, Object.fromEntries(names.map((name, index) => [name, valueOf(index)])))
    }
    return message
  }
  return translate
}

/** Numbers have other separators in other languages: the server writes "2,048" and "4.5". A value may be a text of the server, too. */
function localized(value: string, translate: (text: string) => string): string {
  const number = /^\d[\d,]*(?:\.(\d+))?$/.exec(value)
  if (number === null) return translate(value)
  const minimumFractionDigits = number[1]?.length ?? 0
  return formatNumber(Number(value.replaceAll(',', '')), { minimumFractionDigits })
}
