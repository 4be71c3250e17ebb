import type { Language } from '../../src/shared/i18n/languages.ts'
import type { Heads } from './heads.ts'
import { manifestName } from './manifest.ts'

/** Returns `index.html` in a language. Throws if it has another form than expected. */
export function translateTemplate(html: string, language: Language, heads: Heads): string {
  const { code, dir } = language
  const parts: [RegExp, string][] = [
    [/<html lang="en"/, `<html lang="${code}" dir="${dir}"`],
    [/<meta name="description"[^>]*>/, `<meta name="description" content="${heads.description}" />`],
    [/<link rel="manifest"[^>]*>/, `<link rel="manifest" href="/${manifestName(language)}" />`],
    [/<noscript>[^<]*<\/noscript>/, `<noscript>${heads.noScript}</noscript>`],
  ]
  return parts.reduce((page, [part, replacement]) => {
    if (!part.test(page)) throw new Error(`index.html has no ${part}.`)
    return page.replace(part, () => replacement)
  }, html)
}
