import { say } from '../texts/text.ts'

/** Returns the path of an image on this site, from its name in the media store; null for no image. */
export function imagePath(image: string): string
export function imagePath(image: string | null): string | null
export function imagePath(image: string | null): string | null {
  return image === null ? null : `/uploads/${image}`
}

/** Returns the thumbnail of an image: the name for a name, the path for a path. */
export const thumbnailOf = (image: string): string => image.replace(/\.webp$/, '-small.webp')

/**
 * Returns the `srcset` of a screenshot: its thumbnail and itself. The width of a screenshot is not stored: that of most screens is
 * close enough to choose by, and style sheets give the size.
 */
export const imageSet = (screenshot: string): string => `${thumbnailOf(screenshot)} 640w, ${screenshot} 1600w`

/** Maximum size of a screenshot in bytes, and the message for larger ones. */
export const maxScreenshotBytes = 2_097_152
export const screenshotTooLarge = say('fileTooLarge')
/** Maximum number of bytes that the images of one user may take. */
export const imageQuotaBytes = 60 * 1024 * 1024
/** Time in milliseconds after which an unused image is removed. */
export const unusedImageLifetimeMs = 24 * 60 * 60 * 1000
