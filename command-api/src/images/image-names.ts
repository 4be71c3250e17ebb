// Names of uploaded images that prove their uploader without a lookup. A register of uploads would be one more stream for each image, and
// most of these streams would never be read. With another secret (`JWT_SECRET`), images that were uploaded but not submitted cannot be used
// any more; images of projects stay.

import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto'

export type ImageNames = ReturnType<typeof imageNames>

/** `secret`: any secret of this installation that does not change. */
export function imageNames(secret: string) {
  const key = createSecretKey(secret, 'utf8')
  const sign = (random: string, user: string): string =>
    createHmac('sha256', key).update(`picture ${random} ${user}`).digest('hex').slice(0, 16)

  return {
    /** Returns a new name: 16 random hex digits, and 16 hex digits of a MAC over them and the uploader. */
    nameFor: (user: string): string => {
      const random = randomBytes(8).toString('hex')
      return `${random}${sign(random, user)}.webp`
    },
    /** Returns whether an image was uploaded by this user. */
    isUploadedBy: (image: string, user: string): boolean => {
      const match = /^([0-9a-f]{16})([0-9a-f]{16})\.webp$/.exec(image)
      const [, random, signature] = match ?? []
      if (random === undefined || signature === undefined) return false
      return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(random, user)))
    },
  }
}
