// The gathering on site, which is not an event of the log: its networks, from which many people may come, until when, and the button that
// changes them.

import { useState } from 'react'
import { MapPin } from 'lucide-react'
import type { OptionsResponse } from '@thirty/contracts/challenge/options-api.ts'
import { ChallengeTime } from '../../shared/challenge/challenge-time.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { formatChallengeStart } from '../../shared/format/format-challenge-end.ts'
import { formatList } from '../../shared/format/format-list.ts'
import { useMay } from '../../shared/team/permissions.tsx'
import { lazyDialog } from '../../shared/ui/dialog/lazy-dialog.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { useServerNow } from '../../shared/ui/use-now.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './settings-screen.module.css'

const EventNetworksDialog = lazyDialog(
  async () => (await import('./event-networks-dialog.tsx')).EventNetworksDialog,
)

export const EventNetworksRow = ({ loaded }: { loaded: OptionsResponse }) => {
  const [isOpen, setIsOpen] = useState(false)
  const mayChange = useMay('manage-team')
  const now = useServerNow(60_000)
  const { timeZone } = useCurrentDay()
  const { eventNetworks: event } = loaded.options
  const isUnderWay = event !== null && Date.parse(event.until) > now
  return (
    <div className={css.event}>
      <div>
        <p className={css.exportKind}>{t('adminSettings.event')}</p>
        <p role="status">
          {isUnderWay
            ? t.rich('adminSettings.eventUnderWay', {
                networks: formatList(event.networks),
                when: formatChallengeStart(event.until, timeZone, now),
                time: (text) => (
                  <ChallengeTime at={event.until} timeZone={timeZone}>
                    {text}
                  </ChallengeTime>
                ),
              })
            : t('adminSettings.eventText')}
        </p>
      </div>
      {mayChange && (
        <Button icon={<MapPin />} onClick={() => setIsOpen(true)}>
          {t(isUnderWay ? 'adminSettings.changeEvent' : 'adminSettings.nameEvent')}
        </Button>
      )}
      {isOpen && <EventNetworksDialog {...{ loaded, isUnderWay }} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
