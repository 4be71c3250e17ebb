import type { Language } from '../../src/shared/i18n/languages.ts'
import type { Heads } from './heads.ts'

/** Returns `index.html` in a language. Throws if it has another form than expected. */
export function translateTemplate(html: string, { code, dir }: Language, heads: Heads): string {
  const parts: [RegExp, string][] = [
    [/<html lang="en"/, `<html lang="${code}" dir="${dir}"`],
    [/<meta name="description"[^>]*>/, `<meta name="description" content="${heads.description}" />`],
    [/<noscript>[^<]*<\/noscript>/, `<noscript>${heads.noScript}</noscript>`],
  ]
  return parts.reduce((page, [part, replacement]) => {
    if (!part.test(page)) throw new Error(`index.html has no ${part}.`)
    return page.replace(part, () => replacement)
  }, html)
}
