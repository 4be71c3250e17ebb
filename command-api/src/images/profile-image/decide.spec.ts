import { recordedDeciderSpec } from '@thirty/command-api/testing/account-events.ts'
import { changeProfileImage, profileImageFold } from './decide.ts'

const { rule } = recordedDeciderSpec(profileImageFold)

const registered = {
  type: 'UserRegistered',
  data: { fullName: 'Ana', email: 'ana@people.example', role: 'participant' },
} as const
const image = '0123456789abcdef0123456789abcdef.webp'
const changed = { type: 'ProfileImageChanged', data: { image } } as const
const removed = { type: 'ProfileImageChanged', data: { image: null } } as const

const changing = (to: string | null) => (profile: Parameters<typeof changeProfileImage>[0]) =>
  changeProfileImage(profile, to)

rule(
  'a profile image is set and removed, once',
  [[registered], changing(image), [changed]],
  [[registered, changed], changing(null), [removed]],
  [[registered, changed], changing(image), []],
  [[registered], changing(null), []],
  [[registered, changed, removed], changing(null), []],
  [[], changing(image), 'user-not-found'],
)
