export const AdminSignUpScreen = () => <h1 tabIndex={-1}>Sign up</h1>
