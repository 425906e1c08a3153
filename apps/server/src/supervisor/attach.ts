/** Loaded into every child before its own code: a child whose supervisor is gone ends at once, also where the kernel does not see to it. */
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
if (process.send && !process.connected) process.kill(process.pid, 'SIGKILL');
