import { useNavigate } from 'react-router-dom'
import { paths } from '../../../app/paths.ts'
import { useSession } from '../../../shared/session/session.ts'
import { Card, CardTitle } from '../../../shared/ui/display/card.tsx'
import { ConfirmedButton } from '../../../shared/ui/dialog/confirmed-button.tsx'
import { logOutEverywhere } from '../api.ts'
import css from './account-sections.module.css'

/** Ends all sessions of the user. The server has no list of them: a session is a token and nothing else. */
export const SessionsSection = () => {
  const navigate = useNavigate()
  const logOut = async () => {
    await logOutEverywhere()
    useSession.getState().logOut()
    void navigate(paths.logIn)
  }
  return (
    <Card as="section" padding="large" className={css.section}>
      <CardTitle>Sessions</CardTitle>
      <div className={css.row}>
        <p>Log out on every device, if you have lost one or used someone else's computer.</p>
        <ConfirmedButton
          label="Log out everywhere"
          title="Log out everywhere?"
          description="All your sessions end at once, this one included. Log in again with your password."
          failureText="The sessions could not be ended. Please try again."
          run={logOut}
        />
      </div>
    </Card>
  )
}
