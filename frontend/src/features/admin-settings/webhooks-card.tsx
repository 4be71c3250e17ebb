import { ArrowRight } from 'lucide-react'
import { paths } from '../../app/paths.ts'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { t } from './messages/t.ts'
import css from './settings-screen.module.css'

/** Leads to the webhooks. */
export const WebhooksCard = () => (
  <Card as="section" padding="large" className={css.options}>
    <CardTitle>{t('webhooks')}</CardTitle>
    <div className={css.export}>
      <div>
        <p>{t('webhooksText')}</p>
      </div>
      <ButtonLink to={paths.admin.webhooks} iconEnd={<ArrowRight aria-hidden="true" />}>
        {t('openWebhooks')}
      </ButtonLink>
    </div>
  </Card>
)
