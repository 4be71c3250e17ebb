declare module 'subset-font' {
  /** Returns a font with these characters of another one, its variation axes limited as given. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2' | 'truetype'
      variationAxes: Readonly<Record<string, number | { min: number; max: number }>>
    },
  ): Promise<Buffer>
}
