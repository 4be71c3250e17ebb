import { Bell, Check, Mail } from 'lucide-react'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import css from './settings-screen.module.css'

const options = [
  {
    icon: <Bell />,
    label: 'Notifications',
    text: 'Participants see reviews, ratings, likes and comments at once.',
  },
  {
    icon: <Mail />,
    label: 'Email Reminders',
    text: 'Two hours before a day ends, to participants who have not submitted and want emails.',
  },
]

/** What the product always does for participants. Each participant can turn off emails in the own profile. */
export const QuickOptions = () => (
  <Card as="section" padding="large" className={css.options}>
    <CardTitle>Quick Options</CardTitle>
    <ul>
      {options.map(({ icon, label, text }) => (
        <li key={label} className={css.option}>
          <span className={css.optionIcon} aria-hidden="true">
            {icon}
          </span>
          <span className={css.optionText}>
            <strong>{label}</strong>
            <span>{text}</span>
          </span>
          <Badge tone="success" icon={<Check />}>
            ON
          </Badge>
        </li>
      ))}
    </ul>
  </Card>
)
