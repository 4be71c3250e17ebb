// Resets the challenge after a question in place: a backup is made, and a new, empty run begins.

import { RotateCcw } from 'lucide-react'
import { useRef, useState } from 'react'
import { isBuilding, refreshHistory, useHistoryStatus } from '../../shared/history/history-status.ts'
import { setLastChange } from '../../shared/history/last-change.ts'
import { newIdempotencyKey } from '../../shared/http/command-keys.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { Failure } from '../../shared/ui/feedback/banner.tsx'
import { resetChallenge } from './api.ts'
import { ResetQuestion } from './reset-question.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './settings-screen.module.css'

export const ResetZone = () => {
  const button = useRef<HTMLButtonElement>(null)
  const [isAsking, setIsAsking] = useState(false)
  const { pending, failure, reset } = useReset()
  const status = useHistoryStatus()
  const close = () => {
    setIsAsking(false)
    button.current?.focus()
  }
  return (
    <Card as="section" padding="large" className={css.danger}>
      <div className={css.dangerHead}>
        <div>
          <h2>{t('adminSettings.reset')}</h2>
          <p>{t('adminSettings.resetText')}</p>
        </div>
        <Button
          ref={button}
          kind="danger-outline"
          icon={<RotateCcw />}
          busy={pending}
          busyText={t('adminSettings.resetting')}
          disabled={isBuilding(status)}
          reason={t('adminSettings.waitForLeaderboard')}
          aria-expanded={isAsking}
          onClick={() => setIsAsking(!isAsking)}
        >
          {t('adminSettings.reset')}
        </Button>
      </div>
      <Failure text={failure} />
      {isAsking && (
        <ResetQuestion
          run={status?.run}
          onCancel={close}
          onConfirm={() => {
            close()
            void reset()
          }}
        />
      )}
    </Card>
  )
}

/** Sends the reset once, also if its first response is lost and the admin resets again. */
function useReset() {
  const { pending, failure, run } = useFormSubmit(t('adminSettings.resetFailed'))
  const key = useRef<string>(undefined)
  const reset = async () => {
    const idempotencyKey = (key.current ??= newIdempotencyKey())
    const response = await run(
      () => resetChallenge(idempotencyKey),
      // A refusal is final: the next attempt is another command.
      ({ hasServerMessage }) => hasServerMessage && (key.current = undefined),
    )
    if (response === undefined) return
    key.current = undefined
    setLastChange({ kind: 'reset', run: response.run, backupId: response.backupId })
    await refreshHistory()
  }
  return { pending, failure, reset }
}
