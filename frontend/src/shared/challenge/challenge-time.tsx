// Sentences that name a time of the challenge: when it ends, and since when the leaderboard is frozen. The tooltip of the time is the full
// date in the time zone of the challenge. (`Time` in `ui/display` writes a time itself.)

import type { CurrentDayResponse } from '@thirty/contracts/challenge/api.ts'
import type { ReactNode } from 'react'
import { FullText } from '../ui/controls/tooltip.tsx'
import { FullDate, useServerNow, formatChallengeEnd, formatChallengeTime } from '../ui/display/time.tsx'
import { t } from '../i18n/t.ts'

/** Returns the tag of a message around the words that name a time of the challenge (`at`, ISO time). */
export const challengeTime = (at: string, timeZone: string) => (words: ReactNode) => (
  <FullText as="time" dateTime={at} text={<FullDate at={Date.parse(at)} timeZone={timeZone} />}>
    {words}
  </FullText>
)

type ChallengeEndProps = Pick<CurrentDayResponse, 'endsAt' | 'ended' | 'timeZone'> & {
  /** Says until when projects are accepted, rather than when the challenge ends. */
  forSubmissions?: boolean
}

export const ChallengeEnd = ({ endsAt, ended, timeZone, forSubmissions = false }: ChallengeEndProps) => {
  const now = useServerNow(60_000)
  if (!endsAt) return null
  const { when, until } = formatChallengeEnd(endsAt, timeZone, now)
  const time = challengeTime(endsAt, timeZone)
  if (ended) return t.rich('challenge.ended', { when, time })
  return forSubmissions
    ? t.rich('challenge.acceptedUntil', { until, time })
    : t.rich('challenge.ends', { when, time })
}

/** Says since when the leaderboard is frozen, for everybody but admins. `frozenAt` is ISO time. */
export const FrozenSince = ({ frozenAt, timeZone }: { frozenAt: string; timeZone: string }) => {
  const now = useServerNow(60_000)
  return t.rich('challenge.frozenSince', {
    when: formatChallengeTime(frozenAt, timeZone, now),
    time: challengeTime(frozenAt, timeZone),
  })
}
