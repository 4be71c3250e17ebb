// Draws SVG as PNG images outside of the event loop, and measures texts, both with given fonts. Nothing is loaded from addresses in the
// drawing.

import { renderAsync, Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'
import { concurrencyLimit } from '../concurrency-limit.ts'

export type SvgRendererOptions = {
  /** Paths of TrueType fonts. A character that a family does not have is drawn with another of them. */
  fontFiles: readonly string[]
  /** Matches a text with characters that none of the fonts has: it is drawn with the fonts of the machine, which takes longer. */
  needsSystemFonts: RegExp
}

export type SvgRenderer = ReturnType<typeof svgRenderer>

export function svgRenderer({ fontFiles, needsSystemFonts }: SvgRendererOptions) {
  const limit = concurrencyLimit({ maxConcurrent: 2, maxQueued: 20 })
  const fonts = { fontFiles: [...fontFiles], loadSystemFonts: false }
  return {
    /**
     * Returns a PNG of the SVG that `draw` returns, in its own size. `draw` is called when its turn comes, so what it loads and measures is
     * limited, too. Throws the refusal `busy` when too many wait, and the errors of `draw`.
     */
    render: (draw: () => string | Promise<string>): Promise<Buffer> =>
      limit(async () => {
        const svg = await draw()
        const { pixels, width, height } = await renderAsync(svg, {
          font: { ...fonts, loadSystemFonts: needsSystemFonts.test(svg) },
        })
        return sharp(pixels, { raw: { width, height, channels: 4 } })
          .removeAlpha()
          .png()
          .toBuffer()
      }),
    /**
     * Returns the drawn width of a text in px, in the given fonts; 0 if nothing is drawn. `size` is in px. Takes about 0.2 ms. The text must have no
     * characters that XML does not allow.
     */
    textWidth: ({ text, family, size }: { text: string; family: string; size: number }): number => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg"><text font-family="${family}" font-size="${size}">${escapeXml(text)}</text></svg>`
      return new Resvg(svg, { font: fonts }).getBBox()?.width ?? 0
    },
  }
}

/** Returns a text as content of an element. */
export const escapeXml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
