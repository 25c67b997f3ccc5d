require("fs").writeFileSync(process.argv[process.argv.length - 1], "");
