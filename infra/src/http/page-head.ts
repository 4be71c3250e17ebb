// Fills in, in the HTML of a built page, its head, which other sites show when its address is shared, and its main image. The caller says
// what they are (`headOf` of `app.ts`).
//
// The largest paint of some pages is an image of a user, whose address the browser would learn after its scripts: 4.5
// seconds on a slow phone, 1.5 with this. So the prerendered outline has an `img` that is filled in here with the
// lookup of the head, or removed. A `Link` header or a preload alone would load the image early, but it would be painted
// after the scripts anyway.

import escapeHtml from 'escape-html'

/**
 * What other sites show of a page when its address is shared. `site` is the name of this one. `image` is the path of a picture of
 * 1200 × 630 px. `mainImage` is the image that a prerendered page shows at once.
 */
export type PageHead = {
  site: string
  title: string
  description: string
  image: string
  mainImage?: MainImage | undefined
}

/** Attributes of an `img` element. */
export type MainImage = { src: string; srcSet: string }

/**
 * Returns a page with this head in place of its title and description. Crawlers run no script, so the server writes it. All texts
 * may be written by users.
 */
export function withPageHead(
  html: string,
  head: PageHead,
  { origin, path }: { origin: string; path: string },
): string {
  const image = `${origin}${head.image}`
  const tags = [
    ['name', 'description', head.description],
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', head.site],
    ['property', 'og:title', head.title],
    ['property', 'og:description', head.description],
    ['property', 'og:url', `${origin}${path}`],
    ['property', 'og:image', image],
    ['property', 'og:image:width', '1200'],
    ['property', 'og:image:height', '630'],
    ['property', 'og:image:alt', head.title],
    ['name', 'twitter:card', 'summary_large_image'],
    ['name', 'twitter:title', head.title],
    ['name', 'twitter:description', head.description],
    ['name', 'twitter:image', image],
  ].map(([kind, name, content = '']) => `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`)
  // Functions, because a text may contain what `replace` takes for a reference.
  return html
    .replace(/<title>.*?<\/title>/s, () => `<title>${escapeHtml(head.title)}</title>`)
    .replace(/<meta name="description"[^<>]*>/, () => tags.join('\n    '))
}

/** Stand in the built pages for the main image, in its element and in the link that loads it early. */
const imagePlaceholders = { src: '{{image}}', srcSet: '{{image-set}}' } as const

const imageElements = new RegExp(`<(?:img|link)\\b[^<>]*${imagePlaceholders.srcSet}[^<>]*>`, 'g')

/** Fills in the main image of a prerendered page; without one, removes its elements. */
export function withMainImage(html: string, image: MainImage | undefined): string {
  return html.replace(imageElements, (element) =>
    image === undefined
      ? ''
      : element
          .replace(imagePlaceholders.srcSet, () => escapeHtml(image.srcSet))
          .replace(imagePlaceholders.src, () => escapeHtml(image.src)),
  )
}
