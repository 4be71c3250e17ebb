import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Names for uploaded pictures that say, without a look-up, whose upload it was. */
export type ImageNames = {
  /** A new name: 16 random hex digits, and 16 that only we can work out from them and the uploader. */
  nameFor(user: string): string
  /** Whether a picture is this user's own upload. */
  isUploadedBy(picture: string, user: string): boolean
}

/** `secret` is any secret of this installation that stays the same. */
export function imageNames(secret: string): ImageNames {
  const sign = (random: string, user: string): string =>
    createHmac('sha256', secret).update(`picture ${random} ${user}`).digest('hex').slice(0, 16)

  return {
    nameFor: (user) => {
      const random = randomBytes(8).toString('hex')
      return `${random}${sign(random, user)}.webp`
    },
    isUploadedBy: (picture, user) => {
      const match = /^([0-9a-f]{16})([0-9a-f]{16})\.webp$/.exec(picture)
      const [, random, signature] = match ?? []
      if (random === undefined || signature === undefined) return false
      return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(random, user)))
    },
  }
}
