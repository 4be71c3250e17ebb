// What people enter and upload in the specs.

import { imageNames } from '@thirty/command-api/images/image-names.ts'
import { perCriterion, type Criteria } from '@thirty/contracts/judging/ratings.ts'

export const password = 'Correct-horse-7'
export const secrets = {
  JWT_SECRET: 'a secret for specs of the whole product',
  ADMIN_REGISTRATION_KEY: 'a registration key for specs of the whole product',
  RESERVATION_KEY: 'a reservation key for specs of the whole product',
}

const names = imageNames(secrets.JWT_SECRET)

export const projectFields = ({ id }: { id: string }) => ({
  projectName: 'Tomato clock',
  liveLink: 'https://tomato.example.dev/',
  repoLink: 'https://code.example.dev/tomato',
  description: 'Counts down twenty-five minutes.',
  languages: 'TypeScript',
  imageUrl: `/uploads/${names.nameFor(id)}`,
})

/** The same stars for every criterion. */
export const stars = (all: number): Criteria => perCriterion(() => all)

/** One white pixel. */
export const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
)

/** Returns headers and body of a form with one file. */
export const multipartForm = (field: string, content: Uint8Array, filename = 'a.png') => {
  const boundary = 'a-boundary-of-a-spec'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\nContent-Type: image/png\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}
