// Opens the project that this admin should rate next: a calibration project, or one with few ratings that no other
// admin has open. The key N does the same. Asks before it leaves a rating that was not submitted.

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { NextUnratedResponse } from '@thirty/contracts/judging/statistics-api.ts'
import { ArrowRight } from 'lucide-react'
import { request } from '../../shared/http/http.ts'
import { useNavigate, paths } from '../../shared/navigation/router.ts'
import { pressedSingleKey, useSingleKeyShortcuts } from '../../shared/preferences/single-key-shortcuts.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { KeyHint } from '../../shared/ui/controls/key-hint.tsx'
import { asksBeforeLeaving, LeaveDialog, skipLeaveQuestion } from '../../shared/ui/dialog/leave-question.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { useToastedSubmit } from '../../shared/ui/feedback/use-toasted-submit.ts'
import { t } from '../../shared/i18n/t.ts'

type NextUnratedProps = {
  projectId: string
  /** Called when the admin continues, before the next project is known. */
  onGoOn: () => void
}

export const NextUnrated = ({ projectId, onGoOn }: NextUnratedProps) => {
  const navigate = useNavigate()
  const hasKeys = useSingleKeyShortcuts(({ enabled }) => enabled)
  const [isAsking, setIsAsking] = useState(false)
  const isMounted = useRef(false)
  const { pending, run } = useToastedSubmit(t('adminRating.noNextLoaded'))
  // A request reserves the next project for this admin, so the question comes before it.
  const start = () => {
    if (asksBeforeLeaving()) setIsAsking(true)
    else void goOn()
  }
  const goOn = async ({ wasAsked = false } = {}) => {
    onGoOn()
    const next = await run(() => request('GET', '/api/admin/next-unrated', { query: { except: projectId } }))
    // The admin may have left the screen in the meantime.
    if (next === undefined || !isMounted.current) return
    if (next.projectId === null) {
      toast({ kind: 'success', text: describeEnd(next) })
      return
    }
    if (wasAsked) skipLeaveQuestion()
    await navigate(paths.admin.rateProject(next.projectId))
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || pressedSingleKey(event) !== 'n') return
    if (document.querySelector('[role=dialog], [role=alertdialog]')) return
    event.preventDefault()
    start()
  })
  useEffect(() => {
    isMounted.current = true
    document.addEventListener('keydown', onKeyDown)
    return () => {
      isMounted.current = false
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [])
  return (
    <>
      <Button
        kind="quiet"
        size="small"
        busy={pending}
        busyText={t('adminRating.nextUnrated')}
        icon={<ArrowRight aria-hidden="true" />}
        onClick={start}
      >
        <span>{t('adminRating.nextUnrated')}</span>
        {hasKeys && <KeyHint>{'N'}</KeyHint>}
      </Button>
      {isAsking && (
        <LeaveDialog
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false)
            void goOn({ wasAsked: true })
          }}
        />
      )}
    </>
  )
}

/** Says why there is no next project. Projects that still need ratings may have one of this admin. */
function describeEnd({ open, unrated }: NextUnratedResponse): string {
  if (open > 0) return t('adminRating.othersOpen', { count: open })
  return t(unrated > 1 ? 'adminRating.noneForYou' : 'adminRating.allRated')
}
