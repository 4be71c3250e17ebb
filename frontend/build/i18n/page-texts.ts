// What pages say outside of their scripts, in a language: their heads, their note for browsers without scripts, and the web app manifest.

import { languages, type Language } from '../../src/shared/i18n/languages.ts'
import type { en } from '../../src/messages/en.ts'
import { readGroup } from './message-files.ts'

export type Heads = Readonly<Record<keyof typeof en.heads, string>>

/** Returns what browsers and search engines show of the pages, in a language. */
export const readHeads = (language: Language): Heads => readGroup(language, 'heads')

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

/**
 * Returns the name of the manifest of a language, in the root of the build. Pages name that of their own language: browsers request
 * manifests without cookies, so the server could not choose it. The `id` in the manifest says that it is the same app.
 */
export const manifestName = ({ code }: Pick<Language, 'code'>): string =>
  code === languages[0].code ? 'manifest.webmanifest' : `manifest.${code}.webmanifest`

/** Returns the manifest in a language. Throws if it has a shortcut without a text. */
export function translateManifest(json: string, { code, dir }: Language, heads: Heads): string {
  const shortcutNames = new Map([
    ['/leaderboard', heads.shortcutLeaderboard],
    ['/SubmitProject', heads.shortcutSubmit],
  ])
  // The file of the source language has this form, which a spec checks.
  const manifest = JSON.parse(json) as { description: string; shortcuts: { name: string; url: string }[] }
  const shortcuts = manifest.shortcuts.map((shortcut) => {
    const name = shortcutNames.get(shortcut.url)
    if (name === undefined) throw new Error(`The shortcut to ${shortcut.url} has no text.`)
    return { ...shortcut, name }
  })
  return JSON.stringify({ ...manifest, lang: code, dir, description: heads.description, shortcuts })
}
