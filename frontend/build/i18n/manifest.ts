import { languages, type Language } from '../../src/shared/i18n/languages.ts'
import type { Heads } from './heads.ts'

/** The part of the web app manifest that has texts. */
type Manifest = { description: string; shortcuts: { name: string; url: string }[] }

/**
 * Returns the name of the manifest of a language, in the root of the build. Pages name that of their own language: browsers request
 * manifests without cookies, so the server could not choose it. The `id` in the manifest says that it is the same app.
 */
export const manifestName = ({ code }: Pick<Language, 'code'>): string =>
  code === languages[0].code ? 'manifest.webmanifest' : `manifest.${code}.webmanifest`

/** Returns the manifest in a language. Throws if it has a shortcut without a text. */
export function translateManifest(json: string, { code, dir }: Language, heads: Heads): string {
  // The file of the source language has this form, which a spec checks.
  const manifest = JSON.parse(json) as Manifest
  const shortcuts = manifest.shortcuts.map((shortcut) => {
    const name = heads.shortcuts[shortcut.url]
    if (name === undefined) throw new Error(`The shortcut to ${shortcut.url} has no text.`)
    return { ...shortcut, name }
  })
  return JSON.stringify({ ...manifest, lang: code, dir, description: heads.description, shortcuts })
}
