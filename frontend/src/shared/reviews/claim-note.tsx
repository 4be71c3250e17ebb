// Says which other admins have a project open: in lists as a badge, and on the screens of the project as a warning.

import { Eye } from 'lucide-react'
import { Banner } from '../ui/feedback/banner.tsx'
import hidden from '../ui/visually-hidden.module.css'
import { useNow, useServerNow } from '../ui/use-now.ts'
import { claimsOfOthers, useClaims } from './claims.ts'
import { t } from '../i18n/t.ts'
import css from './claim-note.module.css'

const minuteMs = 60_000

/** Returns the claims of other admins on a project inside a component. */
function useClaimsOfOthers(projectId: string) {
  const now = useNow(10_000)
  const serverTime = useServerNow(10_000)
  useClaims((store) => store.version)
  return { claims: claimsOfOthers(projectId, now), now: serverTime }
}

/** Says in a few words which other admins have a project open; nothing if nobody has. */
export const ClaimBadge = ({ projectId }: { projectId: string }) => {
  const { claims } = useClaimsOfOthers(projectId)
  const [first, ...others] = claims
  if (first === undefined) return null
  const values = { name: first.by.fullName }
  return (
    <span className={css.badge}>
      <Eye aria-hidden="true" size={14} />
      <span>
        {others.length === 0
          ? t.rich('reviews.isReviewing', values)
          : t.rich('reviews.areReviewing', { ...values, count: others.length })}
      </span>
    </span>
  )
}

/**
 * Warns that other admins have a project open, and says since when. It appears at any moment, so it belongs below everything that can be
 * pressed. Only a new claim is announced, not each minute.
 */
export const ClaimWarning = ({ projectId }: { projectId: string }) => {
  const { claims, now } = useClaimsOfOthers(projectId)
  return (
    <>
      <span role="status" className={hidden.visuallyHidden}>
        {claims.map(({ by }) => (
          <span key={by._id}>{t.rich('reviews.isReviewing', { name: by.fullName })} </span>
        ))}
      </span>
      {claims.length > 0 && (
        <Banner kind="warning">
          {claims.map(({ by, since }) => {
            const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / minuteMs))
            return (
              <span key={by._id} className={css.sentence}>
                {t.rich('reviews.openSince', { name: by.fullName, minutes })}
              </span>
            )
          })}
        </Banner>
      )}
    </>
  )
}
