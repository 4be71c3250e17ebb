// The renderer of cards, with their fonts.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { svgRenderer, type SvgRenderer } from '@thirty/infra/images/svg-renderer.ts'
import { foreignCharacters } from './card-text.ts'

const folder = join(import.meta.dirname, 'fonts')

/** Returns the font files of cards. The file with the basic letters of a family comes first, because the renderer uses the first one. */
const cardFonts = (): string[] =>
  readdirSync(folder)
    .map((name) => name.replace(/\.ttf$/, ''))
    .toSorted()
    .map((name) => join(folder, `${name}.ttf`))

/** Returns a renderer with the fonts of cards. */
export const cardRenderer = (): SvgRenderer =>
  svgRenderer({ fontFiles: cardFonts(), needsSystemFonts: foreignCharacters })
