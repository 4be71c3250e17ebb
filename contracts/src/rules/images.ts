/** Address of a picture on this site, from its name in the media store; null for none. */
export function imagePath(picture: string): string
export function imagePath(picture: string | null): string | null
export function imagePath(picture: string | null): string | null {
  return picture === null ? null : `/uploads/${picture}`
}

/** Name of the thumbnail that goes with a picture. Works on names and on addresses alike. */
export const thumbnailOf = (picture: string): string => picture.replace(/\.webp$/, '-small.webp')

/** Most bytes of pictures that one user may have stored. */
export const imageQuotaBytes = 60 * 1024 * 1024
/** Milliseconds after which a picture that nothing shows is removed. */
export const unusedImageLifetimeMs = 24 * 60 * 60 * 1000
