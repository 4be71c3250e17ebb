import { twoFactorParts } from '@thirty/command-api/accounts/two-factor/two-factor-parts.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { Mailer } from '@thirty/infra/mail/mail.ts'

type PartsOptions = { clock: Clock; mail?: Pick<Mailer, 'send'>; publicUrl?: URL }

/** What the handlers of two-factor sign-in share, in tests. */
export const testTwoFactorParts = ({
  clock,
  mail = { send: () => true },
  publicUrl = new URL('https://thirty.example'),
}: PartsOptions) =>
  twoFactorParts({ clock, mail, publicUrl, secret: 'y'.repeat(32), reservationKey: 'r'.repeat(32) })
