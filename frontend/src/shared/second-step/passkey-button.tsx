// A button that asks the browser for a passkey, and says why that failed.

import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { requestMessage } from '../http/request-failed.ts'
import { Button, type ButtonKind } from '../ui/controls/button.tsx'
import { Failure } from '../ui/feedback/banner.tsx'
import { t } from '../i18n/t.ts'
import layout from '../styles/layout.module.css'

type PasskeyButtonProps<Response> = {
  label: string
  kind?: ButtonKind
  run: () => Promise<Response>
  onDone: (response: Response) => void
}

export const PasskeyButton = <Response,>({
  label,
  kind = 'secondary',
  run,
  onDone,
}: PasskeyButtonProps<Response>) => {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const press = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      onDone(await run())
    } catch (error) {
      // Browsers say no more than that: it was cancelled, took too long, or there is none.
      setFailure(requestMessage(error) ?? t('secondStep.passkeyNotUsed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={layout.stack20}>
      <Failure text={failure} />
      <Button
        kind={kind}
        size="large"
        wide
        icon={<Fingerprint />}
        busy={busy}
        busyText={t('common.waitingForPasskey')}
        onClick={() => void press()}
      >
        {label}
      </Button>
    </div>
  )
}
