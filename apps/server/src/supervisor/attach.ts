/** Loaded into every child before its own code: kills the child when its supervisor is gone, also on systems without parent-death signals. */
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
if (process.send && !process.connected) process.kill(process.pid, 'SIGKILL');
