/** The attributes of the screenshot in a prerendered page. */
type PageImage = { srcSet: string; src: string }

/** Stand for the screenshot in the built page. The server fills them in, or removes the element (decision 0087). */
const placeholders: PageImage = { srcSet: '{{image-set}}', src: '{{image}}' }

// Read when the module is loaded: hydration must begin with what the page has.
let image = typeof document === 'undefined' ? placeholders : readImage()

/** Returns the screenshot that the server has put into this page; undefined without one. */
export const pageImage = (): PageImage | undefined => image

/** Forgets the screenshot of the page, because another project may be shown next. */
export function forgetPageImage(): void {
  image = undefined
}

function readImage(): PageImage | undefined {
  const element = document.querySelector('[data-prerendered] img[data-page-image]')
  const src = element?.getAttribute('src')
  return src ? { srcSet: element?.getAttribute('srcset') ?? '', src } : undefined
}
